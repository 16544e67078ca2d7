import { type EntityState, type EntityStore, listableFields } from '@tavla/client'
import type { Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, PopoverPanel } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { ColumnChoice } from '../table/ColumnChoice.tsx'
import { columnFields } from '../table/table-columns.ts'
import { fieldQuestions, LayoutFieldMenu } from './LayoutFields.tsx'
import './layout-switch.css'
import './list-options.css'

interface LayoutDetailProps {
  state: EntityState
  store: EntityStore
  meta: Meta
}

/** The choice of the present layout alone: the columns of a table, the field of a board or a calendar. */
export default function LayoutDetail({ state, store, meta }: LayoutDetailProps) {
  const { t, formatNumber } = useI18n()
  const { onError } = useEnvironment()
  if (state.layout === 'Table') {
    const [shown, all] = [columnFields(state).length, listableFields(meta).length]
    return (
      <PopoverPanel
        label={t('Columns')}
        align="end"
        button={{
          variant: 'quiet',
          size: 'small',
          className: 'layout-detail',
          icon: <Icon name="view_column" size="small" />,
          children: <Text source="{0} of {1} columns" args={[formatNumber(shown), formatNumber(all)]} />,
        }}
      >
        <div className="list-options-panel">
          <ColumnChoice state={state} store={store} meta={meta} />
        </div>
      </PopoverPanel>
    )
  }
  return (
    <LayoutFieldMenu
      questions={fieldQuestions(state, meta)}
      onChoose={({ name }, fieldname) => void store.setLayoutFields({ [name]: fieldname }).catch(onError)}
    />
  )
}
