/**
 * Files whose comments and test titles `npm run check` reads, as globs from the root. To add a room, rewrite its comments
 * and titles (subject, verb, object; the actor named), add its glob here, and run `node scripts/prose.ts` until it prints
 * no sentence. A glob that matches no file is an error.
 */
export const proseRooms: readonly string[] = [
  'apps/server/src/**/*.ts',
  '{packages,e2e,scripts,bench}/**/*.{ts,tsx,css,mjs}',
  'apps/{desk,console}/**/*.{ts,tsx,css}',
]
