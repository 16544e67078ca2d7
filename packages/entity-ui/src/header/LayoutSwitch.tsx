import type { EntityState, EntityStore } from '@tavla/client'
import type { ListLayout, Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, Menu, MenuItem, MenuSeparator } from '@tavla/ui'
import { Fragment, useId } from 'react'
import { useEnvironment } from '../environment.ts'
import { layoutsOf } from '../list/layouts.ts'
import { type FieldQuestion, fieldQuestions, LayoutFieldItems } from './LayoutFields.tsx'
import './choice-bar.css'
import './layout-switch.css'

interface LayoutSwitchProps {
  state: EntityState
  store: EntityStore
  meta: Meta
}

/**
 * The layouts that the entity's fields allow, side by side, or where there is no room in a menu, which then has the fields
 * of the present one too (reference: screens, List choices).
 */
export function LayoutSwitch({ state, store, meta }: LayoutSwitchProps) {
  const { t } = useI18n()
  const { onError } = useEnvironment()
  const name = useId()
  const layouts = layoutsOf(meta)
  // An address may name a layout that this entity cannot have; it is shown as rows.
  const present = layouts.includes(state.layout) ? state.layout : 'List'
  const choose = (layout: ListLayout) => void store.setLayout(layout).catch(onError)
  const questions = fieldQuestions(state, meta)
  const answer = ({ name: asked }: FieldQuestion, fieldname: string) =>
    void store.setLayoutFields({ [asked]: fieldname }).catch(onError)
  return (
    <div className="layout-switch">
      <div role="radiogroup" aria-label={t('Show As')} className="choice-bar layout-choices">
        {layouts.map((layout) => (
          <label key={layout} className="layout-choice" title={t(layout)}>
            <input
              type="radio"
              name={name}
              aria-label={t(layout)}
              checked={layout === present}
              onChange={() => choose(layout)}
            />
            <Icon name={layoutIcons[layout]} size="small" />
          </label>
        ))}
      </div>
      <div className="layout-menu">
        <Menu label={t('Show As')} align="end" trigger={<Icon name={layoutIcons[present]} />}>
          {layouts.map((layout) => (
            <MenuItem
              key={layout}
              icon={layoutIcons[layout]}
              isChecked={layout === present}
              onAction={() => choose(layout)}
            >
              <Text source={layout} />
            </MenuItem>
          ))}
          {questions.map((question) => (
            <Fragment key={question.name}>
              <MenuSeparator />
              <LayoutFieldItems question={question} onChoose={answer} />
            </Fragment>
          ))}
        </Menu>
      </div>
    </div>
  )
}

/** Names of Material Symbols. */
const layoutIcons: Readonly<Record<ListLayout, string>> = {
  List: 'view_agenda',
  Table: 'table_rows',
  Tiles: 'grid_view',
  Board: 'view_kanban',
  Calendar: 'calendar_month',
  Fleet: 'density_small',
}
