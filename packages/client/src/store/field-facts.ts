/** The properties of a field type that a list needs to sort and choose fields. */
export interface FieldFacts {
  /** A list neither shows it nor sorts by it. */
  isUnlisted?: true
}

type FactsOf = (fieldtype: string) => FieldFacts

/** Registers the properties of field types; their package stands above this one and loads with the first list. */
export function setFieldFacts(next: FactsOf): void {
  factsOf = next
}

/** The properties of a field type; empty for an unknown one. */
export const fieldFacts: FactsOf = (fieldtype) => factsOf(fieldtype)

let factsOf: FactsOf = () => ({})
