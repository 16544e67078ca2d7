import { Text, useI18n } from '@tavla/i18n/react'
import { Dialog, hasLetterKeys, isLetterKey, keyNames, listShortcuts, Switch, setLetterKeys } from '@tavla/ui'
import { Fragment, type ReactNode, useState } from 'react'
import { keyGroups } from './shortcut-groups.ts'

/** The shortcuts of this screen, and those of every list and form; the user can turn single letters off. */
export default function ShortcutWindow({ onClose }: { onClose: () => void }) {
  const { language } = useI18n()
  // Fixed when the window opens, because the window itself takes Escape.
  const [here] = useState(listShortcuts)
  const [isOn, setOn] = useState(hasLetterKeys)
  const change = (next: boolean) => {
    setLetterKeys(next)
    setOn(next)
  }
  return (
    <Dialog
      title={<Text source="Keyboard shortcuts" />}
      size="large"
      isForReading
      footer={
        <Switch className="shortcut-switch" isChecked={isOn} onChange={change}>
          <Text source="Shortcuts of a single key" />
        </Switch>
      }
      onClose={onClose}
    >
      <div className="shortcut-groups">
        <Group title="On this screen">
          {here.map(({ keys, label }) => (
            <Row key={keys} keys={[keys]} isOff={!isOn && isLetterKey(keys)} label={label} />
          ))}
        </Group>
        {keyGroups(language).map(({ title, rows }) => (
          <Group key={title} title={title}>
            {rows.map(({ keys, label }) => (
              <Row key={label} keys={keys} label={<Text source={label} />} />
            ))}
          </Group>
        ))}
      </div>
    </Dialog>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>
        <Text source={title} />
      </h3>
      <dl className="shortcut-list">{children}</dl>
    </section>
  )
}

interface RowProps {
  /** Combinations that do the same, or each other's opposite. */
  keys: readonly string[]
  label: ReactNode
  isOff?: boolean
}

function Row({ keys, label, isOff = false }: RowProps) {
  return (
    <div data-off={isOff || undefined}>
      <dt>{label}</dt>
      <dd dir="ltr">
        {keys.map((combination, at) => (
          <Fragment key={combination}>
            {at > 0 && <span className="shortcut-or">/</span>}
            {keyNames(combination).map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </Fragment>
        ))}
      </dd>
    </div>
  )
}
