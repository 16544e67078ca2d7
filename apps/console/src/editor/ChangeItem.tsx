import { Text } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import type { DefinitionChange } from './definition-changes.ts'

/** A change of an option, a flag, an order, a state or a setting, as one line of the window. */
export function ChangeItem({ change: { subject, source, args } }: { change: DefinitionChange }) {
  return (
    <li>
      <Icon name={subject === null ? 'swap_vert' : 'edit'} size="small" />
      <span>
        {subject !== null && (
          <>
            {subject.isName ? (
              <bdi dir="ltr" className="editor-name">
                {subject.text}
              </bdi>
            ) : (
              <bdi>
                <Text source={subject.text} />
              </bdi>
            )}
            {': '}
          </>
        )}
        <Text source={source} args={[...args]} />
      </span>
    </li>
  )
}
