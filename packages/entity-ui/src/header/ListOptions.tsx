import { type EntityState, type EntityStore, listableFields } from '@tavla/client'
import type { Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Checkbox, Icon, lazyPart, Menu, MenuItem, PopoverPanel, Select, useIsPhone } from '@tavla/ui'
import { Suspense, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { canImport } from '../import/can-import.ts'
import { ColumnChoice } from '../table/ColumnChoice.tsx'
import { GroupByChoice } from './GroupByChoice.tsx'
import { LayoutSwitch } from './LayoutSwitch.tsx'
import { currentOrder, type ListOrder, orderText } from './list-order.ts'
import { SumsChoice } from './SumsChoice.tsx'
import './list-options.css'

const ExportWindow = lazyPart(() => import('../export/ExportWindow.tsx'), 'window')

interface ListProps {
  state: EntityState
  store: EntityStore
  meta: Meta
}

/** A further way of a list's screen, among its tools. */
export interface ListExtra {
  icon: string
  /** English source text. */
  label: string
  onPress: () => void
}

interface ListOptionsProps extends ListProps {
  /** False over a list that is always shown as rows. */
  canSwitch: boolean
  extras?: readonly ListExtra[] | undefined
}

/**
 * The person's own display of the list: layout, order, fields; stored on the server (reference: screens, List choices).
 * Beside it stand the tools of the whole list; a phone has room for one button, so there `Display` holds them too.
 */
export default function ListOptions({ state, store, meta, canSwitch, extras = [] }: ListOptionsProps) {
  const { t } = useI18n()
  const { onError, navigate, listLinks, importPath } = useEnvironment()
  const importHref = canImport(meta) ? importPath(state.entity) : undefined
  const [isExporting, setExporting] = useState(false)
  const isPhone = useIsPhone()
  const links = listLinks.flatMap(({ icon, label, hrefFor }): ListExtra[] => {
    const href = hrefFor(state.entity)
    return href === undefined ? [] : [{ icon, label, onPress: () => navigate(href) }]
  })
  const exporting: ListExtra = { icon: 'download', label: 'Export', onPress: () => setExporting(true) }
  const importing: ListExtra[] =
    importHref === undefined ? [] : [{ icon: 'upload', label: 'Import', onPress: () => navigate(importHref) }]
  const tools = [exporting, ...importing, ...links, ...extras]
  return (
    <>
      {canSwitch && <LayoutSwitch state={state} store={store} meta={meta} />}
      <PopoverPanel
        label={t('Display')}
        align="end"
        button={{ variant: 'quiet', className: 'list-options', 'aria-label': t('Display'), icon: <Icon name="tune" /> }}
      >
        {(close) => (
          <div className="list-options-panel">
            <OrderChoice state={state} store={store} meta={meta} />
            <GroupByChoice state={state} store={store} meta={meta} />
            {state.layout === 'Table' ? (
              <ColumnChoice state={state} store={store} meta={meta} />
            ) : (
              <FieldChoice state={state} store={store} meta={meta} />
            )}
            <SumsChoice state={state} store={store} />
            <Button variant="quiet" onClick={() => void store.resetSettings().catch(onError)}>
              <Text source="Reset to Default" />
            </Button>
            {isPhone && (
              <div className="list-options-links">
                {tools.map(({ icon, label, onPress }) => (
                  <Button
                    key={label}
                    variant="quiet"
                    icon={<Icon name={icon} />}
                    onClick={() => {
                      close()
                      onPress()
                    }}
                  >
                    <Text source={label} />
                  </Button>
                ))}
              </div>
            )}
          </div>
        )}
      </PopoverPanel>
      {!isPhone && (
        <Menu label={t('Tools')} align="end" trigger={<Icon name="more_horiz" />}>
          {tools.map(({ icon, label, onPress }) => (
            <MenuItem key={label} icon={icon} onAction={onPress}>
              <Text source={label} />
            </MenuItem>
          ))}
        </Menu>
      )}
      {isExporting && (
        <Suspense fallback={null}>
          <ExportWindow state={state} meta={meta} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  )
}

function OrderChoice({ state, store, meta }: ListProps) {
  const { t } = useI18n()
  const { onError } = useEnvironment()
  const order = currentOrder(state, meta)
  const set = (change: Partial<ListOrder>) => void store.setOrderBy(orderText({ ...order, ...change })).catch(onError)
  return (
    <div className="list-order">
      <Select
        label={<Text source="Sort By" />}
        options={listableFields(meta).map((field) => ({
          value: field.fieldname,
          label: t(field.label),
          source: field.label,
        }))}
        value={order.fieldname}
        onChange={(fieldname) => set({ fieldname })}
      />
      <Select
        aria-label={t('Sort Order')}
        options={[
          { value: 'asc', label: t('Ascending'), source: 'Ascending' },
          { value: 'desc', label: t('Descending'), source: 'Descending' },
        ]}
        value={order.direction}
        onChange={(direction) => set({ direction: direction === 'desc' ? 'desc' : 'asc' })}
      />
    </div>
  )
}

function FieldChoice({ state, store, meta }: ListProps) {
  const { onError } = useEnvironment()
  const { title_field, image_field } = meta.doc_meta
  const fields = listableFields(meta).filter(
    ({ fieldname }) => fieldname !== title_field && fieldname !== image_field && fieldname !== 'id',
  )
  const shown = new Set(
    state.listFields.length > 0
      ? state.listFields
      : fields.filter((field) => field.in_list_view).map((field) => field.fieldname),
  )
  const toggle = (fieldname: string, isShown: boolean) => {
    if (isShown) shown.add(fieldname)
    else shown.delete(fieldname)
    const chosen = fields.map((field) => field.fieldname).filter((name) => shown.has(name))
    // An empty choice would mean the entity's own fields, so the title field stands for "only the title".
    void store.setListFields(chosen.length > 0 ? chosen : [title_field ?? 'id']).catch(onError)
  }
  return (
    <fieldset className="list-fields">
      <legend className="field-label">
        <Text source="Shown Fields" />
      </legend>
      {fields.map(({ fieldname, label }) => (
        <Checkbox key={fieldname} isChecked={shown.has(fieldname)} onChange={(isShown) => toggle(fieldname, isShown)}>
          <Text source={label} />
        </Checkbox>
      ))}
    </fieldset>
  )
}
