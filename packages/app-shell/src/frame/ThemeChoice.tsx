import { Text } from '@tavla/i18n/react'
import { MenuChoice } from '@tavla/ui'
import { useSyncExternalStore } from 'react'
import { chooseTheme, chosenTheme, type Theme, watchTheme } from './theme.ts'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Light, dark or the system's theme; stored in this browser. */
export function ThemeChoice() {
  const theme = useSyncExternalStore(watchTheme, chosenTheme)
  return (
    <MenuChoice
      label={<Text source="Theme" />}
      options={themes.map(({ value, label }) => ({ value, label: <Text source={label} /> }))}
      value={theme}
      onChange={chooseTheme}
    />
  )
}
