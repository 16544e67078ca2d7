import { readRows } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Dialog, Icon } from '@tavla/ui'
import type { ChangeEffects, Loss, PlannedChange } from './change-check.ts'
import { textOf } from './field-row.ts'

interface ChangeWindowProps {
  id: string
  effects: ChangeEffects
  /** The draft's fields. */
  fields: unknown
  onConfirm: () => void
  onCancel: () => void
}

/** What a save does to the entity's records: each step, what is lost by it, and what stands in its way. */
export function ChangeWindow({ id, effects, fields, onConfirm, onCancel }: ChangeWindowProps) {
  const { plan, losses, refused } = effects
  const isRefused = refused.length > 0
  const records = losses.reduce((sum, loss) => sum + loss.records, 0)
  return (
    <Dialog
      title={<Text source="Changes to {0}" args={[{ translate: id }]} />}
      onClose={onCancel}
      {...(!isRefused && { onSubmit: onConfirm })}
      footer={
        isRefused ? (
          <Button data-autofocus onClick={onCancel}>
            <Text source="Keep editing" />
          </Button>
        ) : (
          <>
            <Button onClick={onCancel}>
              <Text source="Keep editing" />
            </Button>
            <Button type="submit" variant={losses.length > 0 ? 'danger' : 'primary'} data-autofocus>
              <Text source="Apply" />
            </Button>
          </>
        )
      }
    >
      <div className="editor-effects">
        {isRefused && (
          <div className="editor-effects-bad" role="alert">
            <p>
              <Icon name="block" size="small" />
              <Text source="These changes are not possible:" />
            </p>
            <ul>
              {refused.map((message) => (
                <li key={message} dir="auto">
                  {message}
                </li>
              ))}
            </ul>
          </div>
        )}
        {losses.length > 0 && (
          <div className="editor-effects-bad" role="alert">
            <p>
              <Icon name="warning" size="small" />
              <Text source="This change would lose data in {0} records. Confirm to continue." args={[records]} />
            </p>
            <ul>
              {losses.map((loss) => (
                <LossItem key={loss.fieldname} loss={loss} />
              ))}
            </ul>
          </div>
        )}
        <ul className="editor-plan">
          {plan.map((change) => (
            <li key={`${change.change} ${change.fieldname}`}>
              <Icon name={icons[change.change]} size="small" />
              <span>
                <ChangeText change={change} fields={fields} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

const icons = {
  add: 'add',
  rename: 'edit',
  retype: 'edit',
  retarget: 'arrow_forward',
  remove: 'delete',
} as const

function ChangeText({ change, fields }: { change: PlannedChange; fields: unknown }) {
  const { t } = useI18n()
  const { fieldname, from, to } = change
  const type = (name: string | null) => t(name ?? '', undefined, 'fieldtype')
  switch (change.change) {
    case 'add':
      return <Text source="{0} is added ({1})" args={[fieldname, type(to)]} />
    case 'rename':
      return <Text source="{0} is renamed to {1}" args={[from ?? '', fieldname]} />
    case 'retype':
      return <Text source="{0} becomes {2} in place of {1}" args={[fieldname, type(from), type(to)]} />
    case 'retarget': {
      const row = readRows(fields).find((one) => one.fieldname === fieldname)
      return <Text source="{0} leads to {1}" args={[fieldname, t(textOf(row?.options))]} />
    }
    case 'remove':
      return <Text source="{0} is removed; its values are kept aside for 30 days" args={[fieldname]} />
  }
}

function LossItem({ loss: { fieldname, records, samples } }: { loss: Loss }) {
  const { formatNumber } = useI18n()
  return (
    <li>
      <bdi dir="ltr" className="editor-name">
        {fieldname}
      </bdi>
      {': '}
      <Text source="{0} records" args={[formatNumber(records, 0)]} />
      <span className="editor-samples">
        {samples.map((sample) => (
          <bdi key={sample} dir="ltr">
            {sample}
          </bdi>
        ))}
        {records > samples.length && '…'}
      </span>
    </li>
  )
}
