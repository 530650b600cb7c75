import { ApiProblem } from './api-problem.ts';
import { chosenAccount } from './chosen-account.ts';
import { basePath } from './place.ts';
import { noteSession } from './session-state.ts';

/** `fetch` as the person who is signed in, in the account that they chose: with the header that no other site can send. Throws ApiProblem for whatever is no success. */
export async function ownFetch(request: Request): Promise<Response> {
  request.headers.set('x-gantry-console', '1');
  const account = chosenAccount();
  if (account !== undefined) request.headers.set('x-account', account);
  const response = await reach(request);
  // What is public says nothing of who asks.
  const isKnowing = new URL(request.url).pathname.startsWith(`${basePath}/api/`);
  if (isKnowing && (response.ok || response.status === 401)) noteSession({ ended: response.status === 401 });
  if (response.ok || response.status === 304) return response;
  throw await ApiProblem.of(response);
}

async function reach(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    // A proxy that has no gateway behind it answers in its own words.
    noteSession({ away: [502, 503, 504].includes(response.status) && !isOurs(response) });
    return response;
  } catch (error) {
    if (error instanceof TypeError) noteSession({ away: true });
    throw error;
  }
}

function isOurs(response: Response): boolean {
  return response.headers.has('x-request-id');
}
