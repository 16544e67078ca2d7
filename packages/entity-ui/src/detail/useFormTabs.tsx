import type { FieldMeta, Meta } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { type Tab, useIsOnPaper } from '@tavla/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { hasFields } from '../rules/drawn-meta.ts'
import { fieldsOfTab } from './known-fields.ts'
import { detailsTab } from './useDetailTabs.ts'
import type { RecordForm } from './useRecordForm.ts'

/** A tab of the form: `Details`, or one that the definition names. */
export interface FormTab {
  /** `details`, or `f-` and its place, from 2: last segment of the address. */
  id: string
  /** Null is the first. */
  name: string | null
}

/** The tabs of an entity's form; a form of the entity's own has the first alone (reference: metadata, Layout). */
export const formTabsOf = (meta: Meta | null, hasOwnForm: boolean): FormTab[] => [
  { id: detailsTab, name: null },
  ...(hasOwnForm || !meta ? [] : namedTabs(meta)),
]

/** A tab of which conditions have left no field is not drawn; the others keep their address. */
const namedTabs = (meta: Meta): FormTab[] =>
  (meta.form_tabs ?? [])
    .map((name, index) => ({ id: `f-${index + 2}`, name }))
    .filter(({ name }) => hasFields(meta, name))

/** Id of the tab in which a field stands. */
export function tabWith(tabs: readonly FormTab[], meta: Meta | null, { fieldname }: FieldMeta): string {
  const isIn = ({ name }: FormTab) =>
    meta !== null && fieldsIn(meta, name).some((field) => field.fieldname === fieldname)
  return tabs.find(isIn)?.id ?? detailsTab
}

interface FormTabsOptions {
  tabs: readonly FormTab[]
  meta: Meta | null
  form: RecordForm
  current: string
  select: (tab: string) => void
}

/**
 * The tabs of a form with the number of wrong fields in each; on paper their names stand above them. A refused save goes
 * to the first tab that has one (reference: screens, Detail form).
 */
export function useFormTabs({ tabs, meta, form, current, select }: FormTabsOptions) {
  const { errors, refusals, isEditing } = form
  const isOnPaper = useIsOnPaper()
  const faultsOf = ({ name }: FormTab) => (meta ? countFaults(meta, name, errors) : 0)
  const faulty = tabs.find((tab) => faultsOf(tab) > 0)?.id
  const isThere = tabs.some((tab) => tab.id === current && faultsOf(tab) > 0)
  // Each refusal leads there once: the person may leave again.
  const followed = useRef(refusals)
  useEffect(() => {
    if (followed.current === refusals) return
    followed.current = refusals
    if (refusals > 0 && faulty !== undefined && !isThere) select(faulty)
  })
  return (contentOf: (tab: FormTab) => ReactNode): Tab[] =>
    tabs.map((tab) => {
      const count = tabs.length > 1 ? faultsOf(tab) : 0
      const label = (
        <>
          <Text source={tab.name ?? 'Details'} />
          {count > 0 && (
            <span className="tab-faults">
              <Text source="{0} to correct" args={[String(count)]} />
            </span>
          )}
        </>
      )
      const content = (
        <>
          {isOnPaper && tab.name !== null && (
            <h3 className="paper-tab">
              <Text source={tab.name} />
            </h3>
          )}
          {contentOf(tab)}
        </>
      )
      return { id: tab.id, label, content, isKept: isEditing }
    })
}

/** Number of a tab's fields with an error; one in a row of a table is the table's. */
function countFaults(meta: Meta, tab: string | null, errors: Readonly<Record<string, string>>): number {
  const wrong = new Set(Object.keys(errors).map((name) => name.split('.')[0]))
  return fieldsIn(meta, tab).filter(({ fieldname }) => wrong.has(fieldname)).length
}

function fieldsIn(meta: Meta, tab: string | null): FieldMeta[] {
  const { default_field_group: first, field_groups: groups } = fieldsOfTab(meta, tab)
  return [first, ...groups].flatMap(({ fields }) => fields)
}
