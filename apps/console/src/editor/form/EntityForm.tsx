import type { RecordFormProps } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Tabs, useMediaQuery } from '@tavla/ui'
import { useLayoutEffect, useRef, useState } from 'react'
import { FieldsTab } from '../fields/FieldsTab.tsx'
import { Preview } from '../preview/Preview.tsx'
import { RowsTab } from './RowsTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'

type TabId = 'fields' | 'states' | 'permissions' | 'settings' | 'preview'

/** An entity's definition in parts, and beside it what staff will see of it. */
export function EntityForm(props: RecordFormProps) {
  const { values, errors, refusals } = props
  const { t } = useI18n()
  const [chosen, setChosen] = useState<TabId>('fields')
  const hasRoom = useMediaQuery('(min-width: 80rem)')
  const current = hasRoom && chosen === 'preview' ? 'fields' : chosen
  // What a role may do is not to be seen in it, and needs the room.
  const hasPreview = hasRoom && current !== 'permissions'

  // Each part begins at its top, whatever was scrolled to in another.
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part is what it waits for
  useLayoutEffect(() => {
    place.current?.querySelector('.tab-panel')?.scrollTo(0, 0)
  }, [current])

  // What a save was refused for is shown, wherever one is.
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
        // Nothing in it takes the focus, so it takes it itself to be scrolled by keys.
        <aside className="entity-form-preview" aria-label={t('Preview')} {...{ tabIndex: 0 }}>
          <Preview values={values} record={props.record} />
        </aside>
      )}
    </div>
  )
}

/** The part that draws what a message is about, by its field or by its place in a row. */
function tabOf(place: string): TabId {
  const [fieldname] = place.split('.')
  return fieldname === 'fields' || fieldname === 'states' || fieldname === 'permissions' ? fieldname : 'settings'
}
