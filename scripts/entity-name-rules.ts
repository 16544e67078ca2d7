/** Files that belong together, and the built-in entities that they may call by name. The first room whose pattern fits has the file. */
export interface NamingRoom {
  name: string
  files: RegExp
  may: readonly string[]
}

/** The entities by which the engine describes itself: definitions, people and their rights, history, settings. */
const engineEntities = [
  'Entity',
  'Entity Field',
  'Entity Permission',
  'Entity State',
  'User',
  'Role',
  'Role Profile',
  'Has Role',
  'User Role Profile',
  'Version',
  'System Settings',
]

const sampled = ['User', 'Contact', 'Task Item']

/**
 * Rooms that serve every entity alike. What they do for one alone is registered by whoever knows it, or said by metadata. A
 * file that stands in no room of this table may name what it likes, as modules and apps do.
 */
export const namingRooms: readonly NamingRoom[] = [
  // A field of files points at their records.
  { name: 'entity', files: /^apps\/server\/src\/entity\//, may: ['File', ...engineEntities] },
  { name: 'store', files: /^apps\/server\/src\/store\//, may: engineEntities },
  { name: 'live', files: /^apps\/server\/src\/live\//, may: engineEntities },
  { name: 'files', files: /^apps\/server\/src\/files\//, may: ['File', ...engineEntities] },
  // Calls to routes that exist for one entity, and what the client itself keeps on the server.
  { name: 'client calls', files: /^packages\/client\/src\/calls\//, may: ['User', 'File'] },
  { name: 'list settings', files: /^packages\/client\/src\/list-settings\.ts$/, may: ['List Setting'] },
  // A change of an Entity record is a change of what an entity is.
  { name: 'client', files: /^packages\/client\/src\//, may: ['Entity'] },
  // Names of roles and entities are translated, as parts of the interface; the others stand in samples, of which no code asks.
  { name: 'fields', files: /^packages\/fields\/src\//, may: ['Entity', 'Role', ...sampled] },
  { name: 'gallery', files: /^packages\/entity-ui\/src\/detail\/gallery-samples\.ts$/, may: sampled },
  {
    name: 'conversation',
    files: /^packages\/entity-ui\/src\/conversation\//,
    may: ['Entity', 'Communication', 'Email Queue', 'Canned Text', 'Whatsapp Message', 'Whatsapp Template'],
  },
  { name: 'record tabs', files: /^packages\/entity-ui\/src\/record-tabs\//, may: ['File'] },
  { name: 'entity-ui', files: /^packages\/entity-ui\/src\//, may: [] },
  { name: 'ui', files: /^packages\/ui\/src\//, may: [] },
  // Sources of translations are texts, whatever else bears the same name.
  { name: 'i18n', files: /^packages\/i18n\/src\/(?!catalogue)/, may: [] },
]
