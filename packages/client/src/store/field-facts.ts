/** What a list has to know of a field type before it can search, sort and choose fields. */
export interface FieldFacts {
  /** The search box looks into it. */
  isSearched?: true
  /** Neither shown nor sorted by. */
  isUnlisted?: true
}

type FactsOf = (fieldtype: string) => FieldFacts

/** Takes the facts from the room of field types, which stands a floor above and is loaded with the first list. */
export function setFieldFacts(next: FactsOf): void {
  factsOf = next
}

/** The facts of a field type; none of an unknown one. */
export const fieldFacts: FactsOf = (fieldtype) => factsOf(fieldtype)

let factsOf: FactsOf = () => ({})
