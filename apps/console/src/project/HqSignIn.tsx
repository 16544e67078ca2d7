import { showError } from '@tavla/app-shell'
import { Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { type Ref, useState } from 'react'
import type { Staging } from './staging.ts'

interface HqSignInProps {
  ref?: Ref<HTMLButtonElement>
  staging: Staging
  isDisabled: boolean
}

/** Signs in to a project's server with a token of HQ (reference: hosting, Operator sign-in). */
export function HqSignIn({ ref, staging, isDisabled }: HqSignInProps) {
  const [isPending, setPending] = useState(false)
  const signIn = async () => {
    setPending(true)
    await staging.signInWithHq().catch(showError)
    setPending(false)
  }
  return (
    <Button ref={ref} variant="primary" isPending={isPending} disabled={isDisabled} onClick={() => void signIn()}>
      <Text source="Sign In with HQ" />
    </Button>
  )
}
