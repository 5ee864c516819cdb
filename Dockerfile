# One image for all services; the start command decides which service runs.
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# No package needs its install script.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM dependencies AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && find dist -name '*.map' -delete

FROM node:24.21.0-bookworm-slim
# Two arenas, because pictures are decoded in several threads, and each thread would keep memory of its own. Freed
# blocks of 64 kB and more return to the system, because long responses of different sizes would fragment the heap.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=65536
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY sample/pictures sample/pictures
COPY package.json LICENSE ./
# Only `start.js` writes here; services whose stores are on servers write no files.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=50", "dist/start.js"]
