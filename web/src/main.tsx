import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { hasStatus } from './api/api-problem.ts';
import { styleNonce } from './api/style-nonce.ts';
import { loadPages, makeRouter } from './frame/router.tsx';
import './styles/base.css';

if (styleNonce !== undefined) setNonce(styleNonce);

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      refetchOnWindowFocus: false,
      // What was refused will be refused again; a gateway that starts anew is waited for.
      retry: (failures, error) => !hasStatus(error, 400, 401, 403, 404, 409, 410, 422) && failures < 2,
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5000),
    },
  },
});

const router = makeRouter();
const place = document.getElementById('console');
if (place !== null)
  createRoot(place).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );

// The first page comes before all others.
window.addEventListener('load', () => setTimeout(() => loadPages(router), 1000));
