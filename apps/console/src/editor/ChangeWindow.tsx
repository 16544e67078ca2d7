import { textOf } from '@tavla/contract'
import { DangerBox, LossList, readRows } from '@tavla/entity-ui'
import { localeOf } from '@tavla/i18n'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Dialog, Icon, ReversalText } from '@tavla/ui'
import { ChangeItem } from './ChangeItem.tsx'
import type { ChangeEffects, PlannedChange } from './change-check.ts'
import type { DefinitionChange } from './definition-changes.ts'
import { type RuleChange, ruleRights } from './rule-changes.ts'
import './change-window.css'

/** The changes of a save, as the window shows them. */
export interface ChangeQuestion {
  id: string
  effects: ChangeEffects
  /** The draft's fields. */
  fields: unknown
  /** The rights that roles gain and lose. */
  rules: readonly RuleChange[]
  /** All further changes. */
  changes: readonly DefinitionChange[]
  /** The entity's new type, if it changes. */
  type: string | undefined
}

interface ChangeWindowProps extends ChangeQuestion {
  onConfirm: () => void
  onCancel: () => void
}

/** The effects of a save on the entity: each step, lost data, changed rights, and reasons against it. */
export function ChangeWindow(props: ChangeWindowProps) {
  const { id, effects, fields, rules, changes, type, onConfirm, onCancel } = props
  const { t } = useI18n()
  const { plan, losses, refused, recalculate = 0 } = effects
  const isRefused = refused.length > 0
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
          <DangerBox icon="block" title={<Text source="These changes are not possible:" />}>
            {refused.map((message) => (
              <li key={message} dir="auto">
                {message}
              </li>
            ))}
          </DangerBox>
        )}
        {losses.length > 0 && <LossList losses={losses} records={effects.records} />}
        <ul className="editor-plan">
          {type !== undefined && (
            <li>
              <Icon name="edit" size="small" />
              <Text source="The type becomes {0}" args={[t(type, undefined, 'type')]} />
            </li>
          )}
          {plan.map((change) => (
            <li key={`${change.change} ${change.fieldname}`}>
              <Icon name={icons[change.change]} size="small" />
              <span>
                <ChangeText change={change} fields={fields} />
              </span>
            </li>
          ))}
          {rules.map((rule) => (
            <RuleItem key={`${rule.role} ${rule.level} ${rule.kind} ${rule.reach}`} rule={rule} />
          ))}
          {changes.map((change) => (
            <ChangeItem
              key={`${change.subject?.text} ${change.source} ${JSON.stringify(change.args)}`}
              change={change}
            />
          ))}
        </ul>
        {!isRefused && recalculate > 0 && (
          <p>
            <Text
              source="{0, plural, one {# record gets} other {# records get}} new values by a job, while everybody works on."
              args={[recalculate]}
            />
          </p>
        )}
        {!isRefused && (
          <p>
            <ReversalText reversal="undo" />
          </p>
        )}
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

function RuleItem({ rule: { role, level, kind, reach, rights } }: { rule: RuleChange }) {
  const { t, language } = useI18n()
  const list = new Intl.ListFormat(localeOf(language), { type: 'conjunction' })
  const args = [t(role), list.format(rights.map((right) => t(ruleRights[right])))]
  return (
    <li data-kind={kind}>
      <Icon name={kind === 'gain' ? 'lock_open' : 'lock'} size="small" />
      <span>
        <Text source={kind === 'gain' ? '{0} may: {1}' : '{0} may no longer: {1}'} args={args} />
        {reach === 'own' && (
          <span className="editor-rule-note">
            <Text source="own records only" />
          </span>
        )}
        {level === 1 && (
          <span className="editor-rule-note">
            <Text source="fields of level 1" />
          </span>
        )}
      </span>
    </li>
  )
}
