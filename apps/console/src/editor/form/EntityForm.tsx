import type { RecordFormProps } from '@tavla/entity-ui'
import { scopeOf, Text, TextScope, useI18n } from '@tavla/i18n/react'
import { Tabs, useMediaQuery } from '@tavla/ui'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ExpressionContext } from '../expressions/expression-context.ts'
import { useFindings } from '../expressions/useFindings.ts'
import { useParentMeta } from '../expressions/useParentMeta.ts'
import { FieldsTab } from '../fields/FieldsTab.tsx'
import { withHebrew } from '../hebrew-columns.ts'
import { Preview } from '../preview/Preview.tsx'
import { useChildFields } from '../preview/usePreviewData.ts'
import { TransitionsTab } from '../transitions/TransitionsTab.tsx'
import { RowsTab } from './RowsTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'

type TabId = 'fields' | 'states' | 'transitions' | 'permissions' | 'settings' | 'preview'

/** An entity's definition in tabs, and beside it a preview of its list and form. */
export function EntityForm({ meta: stored, ...rest }: RecordFormProps) {
  const { values, errors, refusals, record, readOnly } = rest
  const meta = useMemo(() => withHebrew(stored, record), [stored, record])
  const props = { ...rest, meta }
  const { t } = useI18n()
  const [chosen, setChosen] = useState<TabId>('fields')
  const hasRoom = useMediaQuery('(min-width: 80rem)')
  const current = hasRoom && chosen === 'preview' ? 'fields' : chosen
  // The preview cannot show rights, and their table needs the room.
  const hasPreview = hasRoom && current !== 'permissions'

  // Each tab starts at its top, whatever the scroll position of the last one.
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs on each change of tab
  useLayoutEffect(() => {
    place.current?.querySelector('.tab-panel')?.scrollTo(0, 0)
  }, [current])

  // After a refused save the tab with the first error opens.
  const [lastRefusal, setLastRefusal] = useState(refusals)
  if (refusals !== lastRefusal) {
    setLastRefusal(refusals)
    const wrong = Object.keys(errors).map(tabOf)
    const [first] = wrong
    if (first && !wrong.includes(current)) setChosen(first)
  }

  const links = useChildFields(values.fields)
  const parent = useParentMeta(record)
  const { findings, warnings } = useFindings(values, record, !readOnly)
  const surroundings = useMemo(
    () => ({ values, record, links, parent, findings, warnings }),
    [values, record, links, parent, findings, warnings],
  )
  // States and labels mean in it what its own translations say.
  const inItsWords = (part: ReactNode) => <TextScope value={scopeOf(record.id)}>{part}</TextScope>
  const isTable = values.type === 'Table'
  const tabs = [
    { id: 'fields', label: <Text source="Fields" />, content: <FieldsTab {...props} /> },
    { id: 'states', label: <Text source="States" />, content: <RowsTab key="states" {...props} name="states" /> },
    // A server of an older version has no transitions.
    ...(values.type === 'Document' && knows(props, 'transitions')
      ? [
          {
            id: 'transitions',
            label: <Text source="Transitions" />,
            content: inItsWords(<TransitionsTab {...props} />),
          },
        ]
      : []),
    ...(isTable
      ? []
      : [
          {
            id: 'permissions',
            label: <Text source="Permissions" />,
            content: <RowsTab key="permissions" {...props} name="permissions" />,
          },
        ]),
    { id: 'settings', label: <Text source="Settings" />, content: <SettingsTab {...props} /> },
    ...(hasRoom
      ? []
      : [
          {
            id: 'preview',
            label: <Text source="Preview" />,
            content: inItsWords(<Preview values={values} record={record} />),
          },
        ]),
  ]
  return (
    <div ref={place} className="entity-form" data-editing={!readOnly || undefined}>
      <ExpressionContext value={surroundings}>
        <Tabs label={t('Entity')} tabs={tabs} active={current} onSelect={(id) => setChosen(id as TabId)} />
      </ExpressionContext>
      {hasPreview && (
        // The preview contains nothing focusable, so it is a tab stop itself and can be scrolled by keys.
        <aside className="entity-form-preview" aria-label={t('Preview')} {...{ tabIndex: 0 }}>
          {inItsWords(<Preview values={values} record={record} />)}
        </aside>
      )}
    </div>
  )
}

/** The tab of a message, by its field or its place in a row. */
function tabOf(place: string): TabId {
  const [fieldname] = place.split('.')
  if (fieldname === 'state_field') return 'transitions'
  return tables.find((table) => table === fieldname) ?? 'settings'
}

const tables = ['fields', 'states', 'transitions', 'permissions'] as const

const knows = ({ meta }: RecordFormProps, name: string) =>
  meta.doc_meta.fields.some(({ fieldname }) => fieldname === name)
