# syntax=docker/dockerfile:1
FROM node:24-bookworm AS build
WORKDIR /src
COPY package.json package-lock.json ./
COPY e2e/openapi-client/package.json e2e/openapi-client/
RUN npm ci
COPY . .
# Optional: the path of the installation under BASE_URL, such as /status-app
ARG BASE_PATH
RUN npm run build && npm run assemble -- /app && mkdir /data

FROM node:24-bookworm-slim
ARG BASE_PATH
ENV BASE_PATH=$BASE_PATH DATA_DIR=/data MALLOC_ARENA_MAX=2 NODE_ENV=production \
  NODE_OPTIONS=--max-semi-space-size=4
WORKDIR /app
COPY --from=build /app ./
COPY --from=build --chown=1000:1000 --chmod=700 /data /data
RUN chmod +x dist/candor.js && ln -s /app/dist/candor.js /usr/local/bin/candor
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["candor", "serve"]
