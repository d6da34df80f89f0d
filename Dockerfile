# The service in one image; ROLE decides what a container of it does. This file was not built where it was written.
FROM node:20-bookworm-slim
ENV HOST=0.0.0.0 MALLOC_ARENA_MAX=2
WORKDIR /app
RUN chown node:node /app
USER node
COPY --chown=node:node . .
RUN npm run build
EXPOSE 3000
HEALTHCHECK --interval=10s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "scripts/start.mjs"]
