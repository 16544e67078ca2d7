/** The headings of lists that are called otherwise than their entity (reference: screens, Recent changes). */
const headings: Readonly<Record<string, string>> = {
  'Operation Log': 'Recent Changes',
  'Trash Item': 'Trash',
}

/** False where an id says nothing to people: the record in the address is named otherwise. */
export const showsIdOf = (entity: string | undefined): boolean => entity === undefined || !(entity in headings)

/** English source text of the heading above the records of an entity. */
export const headingOf = (entity: string): string => headings[entity] ?? entity
