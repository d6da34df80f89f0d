# The service in one image; ROLE decides what a container of it does. This file was not built where it was written.
# The layers of packages depend on the lock file alone, so that a change of a source does not install them again.
FROM node:20-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev

FROM packages AS production
COPY scripts/production-tree.mjs scripts/
RUN npm prune --omit=dev && node scripts/production-tree.mjs

FROM packages AS built
COPY . .
RUN npm run build && rm -rf .next/cache

FROM node:20-bookworm-slim
ENV HOST=0.0.0.0 MALLOC_ARENA_MAX=2
WORKDIR /app
RUN chown node:node /app
USER node
COPY --from=production --chown=node:node /app/node_modules node_modules
COPY --from=built --chown=node:node /app/package.json /app/next.config.js /app/README.md ./
COPY --from=built --chown=node:node /app/scripts/serve.mjs scripts/
COPY --from=built --chown=node:node /app/prisma prisma
COPY --from=built --chown=node:node /app/docs docs
COPY --from=built --chown=node:node /app/dist dist
COPY --from=built --chown=node:node /app/.next .next
EXPOSE 3000
HEALTHCHECK --interval=10s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "scripts/serve.mjs"]
