import { Text } from '@tavla/i18n/react'
import { keyNames } from '@tavla/ui'

/** The keys of the palette. */
export function PaletteFoot() {
  return (
    <footer className="palette-foot" aria-hidden="true">
      <Hint keys={['ArrowUp', 'ArrowDown']} label="Choose" />
      <Hint keys={['Enter']} label="Go to" />
      <Hint keys={['Mod+Enter']} label="New tab" />
      <Hint keys={['Tab']} label="Actions" />
    </footer>
  )
}

function Hint({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <span>
      {keys.map((key) => (
        <kbd key={key} dir="ltr">
          {keyNames(key).join(' ')}
        </kbd>
      ))}
      <Text source={label} />
    </span>
  )
}
