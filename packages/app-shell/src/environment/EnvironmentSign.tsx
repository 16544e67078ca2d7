import { Text } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { type Environment, environmentIcons } from './environments.ts'
import './environment.css'

/**
 * The environment of a project by shape, word and colour, so that it is told apart without colours too; nothing for
 * Development (reference: screens, Environment marks).
 */
export function EnvironmentSign({ environment }: { environment: Environment | undefined }) {
  if (!environment) return null
  return (
    <span className="environment-sign" data-environment={environment}>
      <Icon name={environmentIcons[environment]} size="small" />
      <bdi>
        <Text source={environment} />
      </bdi>
    </span>
  )
}
