/**
 * Files whose comments and test titles `npm run check` reads, as globs from the root. To add a room, rewrite its comments
 * and titles (subject, verb, object; the actor named), add its glob here, and run `node scripts/prose.ts` until it prints
 * no sentence. A glob that matches no file is an error.
 */
export const proseRooms: readonly string[] = [
  'apps/server/src/*.ts',
  'apps/server/src/{cli,config,files,ground,hosting,http,live,modules,outward,store,testing}/**/*.ts',
  'apps/server/src/entity/*.ts',
  'apps/server/src/entity/{caches,definitions,model,people,reading,secrets,tables,writing}/**/*.ts',
  '{packages,e2e,scripts,bench}/**/*.{ts,tsx,css,mjs}',
  'apps/{desk,console}/**/*.{ts,tsx,css}',
]
