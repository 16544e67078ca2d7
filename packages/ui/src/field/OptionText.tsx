import { Pill } from '../show/Pill.tsx'
import { textDirection } from '../text-direction.ts'
import { Text } from '../texts.tsx'
import type { Option } from './option.ts'

/** The label of an option; people can correct it in place if it is an interface text. */
export function OptionLabel({ option }: { option: Option }) {
  return option.source === undefined ? option.label : <Text source={option.source} context={option.context} />
}

/** An option in a list, on one line or two. */
export function OptionText({ option }: { option: Option }) {
  return (
    <span className="option-text">
      {option.color ? (
        <Pill color={option.color}>
          <OptionLabel option={option} />
        </Pill>
      ) : (
        <bdi className="option-label" dir={textDirection(option.label)}>
          <OptionLabel option={option} />
        </bdi>
      )}
      {option.description && (
        <bdi className="option-description" dir={textDirection(option.description)}>
          {option.description}
        </bdi>
      )}
    </span>
  )
}
