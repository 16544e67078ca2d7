/** The part of a field that places it on the form. */
interface PlacedField {
  form_tab?: unknown
  field_group?: unknown
}

export interface FormTabs {
  /** The tab of each group by its name, '' for the fields without one; null is the first tab. */
  tabOf: ReadonlyMap<string, string | null>
  /** The fields, by index, that would draw their group into a second tab. */
  torn: readonly number[]
}

/**
 * The tabs of a form (reference: metadata, Layout): a field stands in its `form_tab`, else in that of the field before
 * it, and a group stands in one tab. Fields without a group stand together with the first of them.
 */
export function formTabsOf(fields: readonly PlacedField[]): FormTabs {
  const tabOf = new Map<string, string | null>()
  const torn: number[] = []
  let tab: string | null = null
  for (const [index, field] of fields.entries()) {
    const [own, group] = [textOf(field.form_tab), textOf(field.field_group) ?? '']
    if (own === null && group === '' && tabOf.has('')) continue
    tab = own ?? tab
    const known = tabOf.get(group)
    if (known === undefined) tabOf.set(group, tab)
    else if (known !== tab) torn.push(index)
  }
  return { tabOf, torn }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
