import type { RecordFormProps } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Tabs, useMediaQuery } from '@tavla/ui'
import { useLayoutEffect, useRef, useState } from 'react'
import { FieldsTab } from '../fields/FieldsTab.tsx'
import { Preview } from '../preview/Preview.tsx'
import { RowsTab } from './RowsTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'

type TabId = 'fields' | 'states' | 'permissions' | 'settings' | 'preview'

/** An entity's definition in tabs, and beside it a preview of its list and form. */
export function EntityForm(props: RecordFormProps) {
  const { values, errors, refusals } = props
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

  const isTable = values.type === 'Table'
  const tabs = [
    { id: 'fields', label: <Text source="Fields" />, content: <FieldsTab {...props} /> },
    { id: 'states', label: <Text source="States" />, content: <RowsTab key="states" {...props} name="states" /> },
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
            content: <Preview values={values} record={props.record} />,
          },
        ]),
  ]
  return (
    <div ref={place} className="entity-form" data-editing={!props.readOnly || undefined}>
      <Tabs label={t('Entity')} tabs={tabs} active={current} onSelect={(id) => setChosen(id as TabId)} />
      {hasPreview && (
        // The preview contains nothing focusable, so it is a tab stop itself and can be scrolled by keys.
        <aside className="entity-form-preview" aria-label={t('Preview')} {...{ tabIndex: 0 }}>
          <Preview values={values} record={props.record} />
        </aside>
      )}
    </div>
  )
}

/** The tab of a message, by its field or its place in a row. */
function tabOf(place: string): TabId {
  const [fieldname] = place.split('.')
  return fieldname === 'fields' || fieldname === 'states' || fieldname === 'permissions' ? fieldname : 'settings'
}
