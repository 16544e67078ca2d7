import { Text, useI18n } from '@tavla/i18n/react'
import { Icon, PopoverPanel } from '@tavla/ui'
import { functionHelp } from './function-help.ts'

/** A panel with every function, what it gives and an example; a press writes it into the box. */
export function FunctionList({ onInsert }: { onInsert: (text: string) => void }) {
  const { t } = useI18n()
  return (
    <PopoverPanel
      label={t('Functions')}
      button={{
        size: 'small',
        variant: 'quiet',
        icon: <Icon name="function" size="small" />,
        children: <Text source="Functions" />,
      }}
    >
      {(close) => (
        <ul className="expression-functions">
          {functionHelp.map(({ name, takes, help, example, isMethod }) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => {
                  close()
                  onInsert(isMethod ? `.${name}()` : `${name}()`)
                }}
              >
                <bdi dir="ltr" className="editor-name">
                  {`${isMethod ? '.' : ''}${name}(${takes})`}
                </bdi>
                <span>
                  <Text source={help} />
                </span>
                <bdi dir="ltr" className="expression-example">
                  {example}
                </bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </PopoverPanel>
  )
}
