/** The headings of lists that are called otherwise than their entity (reference: screens, Recent changes). */
const headings: Readonly<Record<string, string>> = {
  'Operation Log': 'Recent Changes',
  'Trash Item': 'Trash',
}

/** English source text of the heading above the records of an entity. */
export const headingOf = (entity: string): string => headings[entity] ?? entity
