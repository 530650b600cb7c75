# The gateway with its production dependencies and nothing else. `docker build -t gantry .`

FROM node:20.20-bookworm-slim AS build
WORKDIR /opt/gantry
# better-sqlite3 is compiled where no prebuilt binary fits. What Debian has in its stable release is as fixed as it needs to be here.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends g++ make python3 \
    && rm -rf /var/lib/apt/lists/*
# It is compiled against the headers that are in the image: node-gyp would fetch its own.
ENV npm_config_nodedir=/usr/local
# Dependencies are a layer of their own: they change less often than the source.
COPY package.json package-lock.json .npmrc ./
COPY web/package.json ./web/
RUN npm ci
COPY .swcrc ./
COPY scripts ./scripts
COPY src ./src
COPY web ./web
# The console is part of dist then; the link to its sources is of no use.
RUN npm run build && npm prune --omit=dev && rm -f node_modules/gantry-console

FROM node:20.20-bookworm-slim
# stdio servers start processes of their own; tini buries those whose parents are gone. Sandboxes are bubblewrap's, where the container
# may make user namespaces.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends bubblewrap tini \
    && rm -rf /var/lib/apt/lists/* \
    && install --directory --owner=node --group=node --mode=0700 /data
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    MCP_CONFIG=/etc/gantry/mcp.json \
    LOG_FORMAT=json
WORKDIR /opt/gantry
COPY --from=build /opt/gantry/node_modules ./node_modules
COPY --from=build /opt/gantry/dist ./dist
COPY package.json LICENSE ./
# Servers to begin with; mount a folder with an mcp.json of your own over it.
COPY deploy/servers /etc/gantry
COPY samples/files ./samples/files
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "--enable-source-maps", "dist/main.js"]
