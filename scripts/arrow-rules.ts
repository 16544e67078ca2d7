/**
 * A group of files, and the other rooms that they may import from. A file belongs to the first room whose
 * pattern matches.
 */
export interface Room {
  /** `$1` stands for the first group of the pattern, so that one line can describe many rooms. */
  name: string
  files: RegExp
  may: readonly string[]
}

const shared = ['contract', 'fields', 'fields server', 'i18n', 'expressions']
const base = ['store', 'files', 'hosting', 'outward', 'config', 'ground']
const engine = ['entity door', 'outbox']

/** The rooms of the engine from the ground up: each may import those before it. */
const engineRooms = [
  'entity model',
  'entity secrets/vault.ts',
  'entity tables',
  'entity secrets',
  'entity people',
  'entity caches',
  'entity expressions',
  'entity reading',
  'entity trash/content',
  'entity writing',
  'entity definitions',
  'entity history',
  'entity trash',
  'entity recovery',
  'entity operations',
  'entity transport',
  'entity bulk',
  'entity checking',
  'entity masking',
]

const seams = ['site', ...engine, 'backup', ...base, ...shared]
const neighbours = ['http', 'live', 'modules', 'module *']
const frontEnd = ['contract', 'listeners', 'client', 'fields', 'fields ui', 'entity-ui', 'ui', 'i18n']

/**
 * The rooms of the project and the imports allowed between them, floor by floor (docs/architecture.md). A room may
 * always import itself.
 */
export const rooms: readonly Room[] = [
  // The server: each floor knows the floors below it, and nothing beside or above it.
  { name: 'cli', files: /^apps\/server\/src\/cli\//, may: ['app', 'check', ...neighbours, ...seams] },
  // Looks at data of a site that may not run here, so it needs no site.
  { name: 'check', files: /^apps\/server\/src\/check\//, may: [...engine, ...base, ...shared] },
  { name: 'app', files: /^apps\/server\/src\/app(\.ts$|\/)/, may: [...neighbours, ...seams] },
  { name: 'http', files: /^apps\/server\/src\/http\//, may: seams },
  { name: 'live', files: /^apps\/server\/src\/live\//, may: seams },
  {
    name: 'module $1',
    files: /^apps\/server\/src\/modules\/([^/]+)\//,
    may: ['modules', ...seams],
  },
  { name: 'modules', files: /^apps\/server\/src\/modules\//, may: seams },
  // The neighbours see each other only as the interfaces of this file, which app.ts fills.
  { name: 'site', files: /^apps\/server\/src\/site(\.ts$|\/)/, may: [...engine, ...base, ...shared] },
  { name: 'outbox', files: /^apps\/server\/src\/outbox\//, may: ['entity door', ...base, ...shared] },
  // Everything leaves the engine through one file, types included, so that its rooms can be moved.
  {
    name: 'entity door',
    files: /^apps\/server\/src\/entity\/(index|open-engine)\.ts$/,
    may: ['entity', ...engineRooms, ...base, ...shared],
  },
  ...engineRooms.map((name, floor) => ({
    name,
    files: new RegExp(`^apps/server/src/${name.replace(' ', '/')}(/|$)`),
    may: ['entity', ...engineRooms.slice(0, floor), ...base, ...shared],
  })),
  // The shared base of the engine's rooms: the engine itself, its types, clock and settings.
  { name: 'entity', files: /^apps\/server\/src\/entity\//, may: [...engineRooms, ...base, ...shared] },
  { name: 'store', files: /^apps\/server\/src\/store\//, may: ['config', 'ground', ...shared] },
  // Running transfers have rows of their own.
  { name: 'files', files: /^apps\/server\/src\/files\//, may: ['config', 'ground', 'store', ...shared] },
  { name: 'hosting', files: /^apps\/server\/src\/hosting\//, may: ['config', 'ground', ...shared] },
  // Knows the format of a store alone; the floors above decide when a backup is taken and of which site.
  {
    name: 'backup',
    files: /^apps\/server\/src\/backup\//,
    may: ['store', 'files', 'outward', 'ground', ...shared],
  },
  { name: 'outward', files: /^apps\/server\/src\/outward\//, may: ['ground', ...shared] },
  { name: 'config', files: /^apps\/server\/src\/config\//, may: ['ground', ...shared] },
  // The ground floor: small tools for every room, which know none of them.
  { name: 'ground', files: /^apps\/server\/src\/ground\//, may: shared },

  { name: 'contract', files: /^packages\/contract\/src\//, may: [] },
  { name: 'expressions', files: /^packages\/expressions\/src\//, may: ['contract'] },

  // Field types: server halves, UI halves, and shared files.
  { name: 'fields server', files: /^packages\/fields\/src\/(.*\.)?server\.ts$/, may: ['fields', 'contract'] },
  {
    name: 'fields ui',
    files: /^packages\/fields\/src\/(.*\.tsx|(.*\/)?(ui|use)[^/]*\.ts|field-context\.ts)$/,
    may: ['fields', 'contract', 'client', 'ui', 'i18n'],
  },
  { name: 'fields', files: /^packages\/fields\/src\//, may: ['contract'] },

  // The front end, as a chain.
  // The one file of the client that knows nothing of ours, so that i18n and ui may use it, too.
  { name: 'listeners', files: /^packages\/client\/src\/listeners\.ts$/, may: [] },
  { name: 'i18n', files: /^packages\/i18n\/src\//, may: ['listeners'] },
  { name: 'ui', files: /^packages\/ui\/src\//, may: ['listeners'] },
  { name: 'client', files: /^packages\/client\/src\//, may: ['listeners', 'contract'] },
  { name: 'entity-ui', files: /^packages\/entity-ui\/src\//, may: [...frontEnd, 'expressions'] },
  { name: 'app-shell', files: /^packages\/app-shell\/src\//, may: frontEnd },
  { name: '$1', files: /^apps\/(desk|console)\/src\//, may: [...frontEnd, 'expressions', 'app-shell'] },
]

const drawing = ['i18n', 'ui', 'fields ui', 'entity-ui', 'app-shell', 'desk', 'console']
const browser = ['listeners', 'contract', 'expressions', 'fields', 'client', ...drawing]

/** Packages that only some rooms may use. */
export const packageRules: readonly { packages: RegExp; rooms: (room: string) => boolean; why: string }[] = [
  {
    packages: /^(react|react-dom|react-router|react-aria-components|@tanstack\/.*)(\/|$)/,
    rooms: (room) => drawing.includes(room),
    why: 'this room draws nothing',
  },
  {
    packages: /^(node:|fastify$|kysely$|pg$)/,
    rooms: (room) => !browser.includes(room),
    why: 'browsers load this room',
  },
]
