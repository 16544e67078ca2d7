import { type FieldInputProps, fieldUi, isBlank } from '@tavla/fields/ui'
import { useGroupWiring } from '@tavla/ui'
import { useEffect, useRef, useState } from 'react'

interface HeavyInputProps extends FieldInputProps {
  /** Further down than the first screen shows. */
  isFar: boolean
}

/**
 * A heavy input of a long form: while nobody sees it, its value in a box of the same size, for a form of hundreds would else
 * pay for all of them with each key. Once somebody has come to type, it stays.
 */
export function HeavyInput({ isFar, ...props }: HeavyInputProps) {
  const { Input } = fieldUi(props.field.fieldtype)
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'asleep' | 'seen' | 'used'>(props.autoFocus ? 'used' : isFar ? 'asleep' : 'seen')
  const [isEntered, setEntered] = useState(false)
  useEffect(() => {
    if (state === 'used' || !place.current) return
    return watchNearness(place.current, (isNear) => setState(isNear ? 'seen' : 'asleep'))
  }, [state])
  const enter = () => {
    if (state === 'asleep') setEntered(true)
    setState('used')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the input in it was entered
    <div ref={place} onFocus={enter}>
      {state === 'asleep' ? <Sleeping {...props} /> : <Input {...props} autoFocus={props.autoFocus || isEntered} />}
    </div>
  )
}

function Sleeping({ field, value, values }: FieldInputProps) {
  const { View } = fieldUi(field.fieldtype)
  const { labelling, wiring } = useGroupWiring()
  return (
    // biome-ignore lint/a11y/useSemanticElements: what is typed goes into the input that takes its place
    <div
      id={wiring?.controlId}
      className="input"
      role="textbox"
      aria-readonly
      tabIndex={0}
      data-invalid={wiring?.isInvalid || undefined}
      {...labelling}
    >
      {!isBlank(value) && <View field={field} value={value} values={values} />}
    </div>
  )
}

/** Tells whether the element is in sight or less than a quarter of its scroller away, until the returned function is called. */
function watchNearness(element: Element, tell: (isNear: boolean) => void): () => void {
  const observer = new IntersectionObserver((entries) => tell(entries.at(-1)?.isIntersecting ?? false), {
    scrollMargin: '25%',
  })
  observer.observe(element)
  return () => observer.disconnect()
}
