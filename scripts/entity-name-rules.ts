/**
 * A group of files, and the built-in entities that they may name. A file belongs to the first room whose
 * pattern matches.
 */
export interface NamingRoom {
  name: string
  files: RegExp
  may: readonly string[]
}

/** The entities in which the engine describes itself: definitions, people and their rights, history, settings. */
const engineEntities = [
  'Entity',
  'Entity Field',
  'Entity Permission',
  'Entity State',
  'Entity Transition',
  'User',
  'Role',
  'Role Profile',
  'Has Role',
  'User Role Profile',
  'Version',
  'Operation Log',
  'System Settings',
  'Trash Item',
]

const sampled = ['User', 'Contact', 'Task Item']

/**
 * Rooms that serve every entity alike. Code for a single entity is registered where that entity is known, or metadata
 * decides. A file outside these rooms, such as a module or an app, may name any entity.
 */
export const namingRooms: readonly NamingRoom[] = [
  // A field of a file refers to a File record.
  { name: 'entity', files: /^apps\/server\/src\/entity\//, may: ['File', ...engineEntities] },
  { name: 'store', files: /^apps\/server\/src\/store\//, may: engineEntities },
  { name: 'live', files: /^apps\/server\/src\/live\//, may: engineEntities },
  { name: 'files', files: /^apps\/server\/src\/files\//, may: ['File', ...engineEntities] },
  // Calls to routes of a single entity, and data of the client that the server stores. An undo of a changed definition may
  // lose data.
  {
    name: 'client calls',
    files: /^packages\/client\/src\/calls\//,
    may: ['Entity', 'User', 'File', 'Trash Item', 'List Setting', 'Operation Log', 'Job'],
  },
  { name: 'list settings', files: /^packages\/client\/src\/list-settings\.ts$/, may: ['List Setting'] },
  { name: 'views', files: /^packages\/client\/src\/views\//, may: ['List View', 'Role'] },
  // A change of an Entity record changes a definition.
  { name: 'client', files: /^packages\/client\/src\//, may: ['Entity'] },
  // Names of roles and entities are translated, as parts of the interface; the others only occur in samples.
  { name: 'fields', files: /^packages\/fields\/src\//, may: ['Entity', 'Role', ...sampled] },
  { name: 'gallery', files: /^packages\/entity-ui\/src\/detail\/gallery-samples\.ts$/, may: sampled },
  {
    name: 'conversation',
    files: /^packages\/entity-ui\/src\/conversation\//,
    may: ['Entity', 'Communication', 'Note', 'Email Queue', 'Canned Text', 'Whatsapp Message', 'Whatsapp Template'],
  },
  { name: 'record head', files: /^packages\/entity-ui\/src\/detail\/head\//, may: ['Assignment', 'Reminder'] },
  { name: 'record tabs', files: /^packages\/entity-ui\/src\/record-tabs\//, may: ['File', 'Operation Log'] },
  { name: 'import', files: /^packages\/entity-ui\/src\/import\//, may: ['Entity', 'File', 'Job'] },
  { name: 'entity-ui', files: /^packages\/entity-ui\/src\//, may: [] },
  { name: 'ui', files: /^packages\/ui\/src\//, may: [] },
  // Sources of translations are texts, even if an entity has the same name.
  { name: 'i18n', files: /^packages\/i18n\/src\/(?!catalogue)/, may: [] },
]
