import type { LoginAnswer } from '@tavla/client'
import { useSession } from '../boot/app-state.ts'
import { call } from '../boot/call.ts'
import { rememberSession } from '../boot/hints.ts'
import { leaveForSignIn, signInLater } from '../boot/session-end.ts'
import { regain } from '../frame/useLive.ts'
import SignInAgain from './SignInAgain.tsx'

/** The window that asks the person on screen to sign in again to the page's own server. */
export default function OwnSignIn() {
  const session = useSession()
  const signIn = async (password: string) => {
    await call<LoginAnswer>('POST', '/api/auth/login', { body: { user: session.user, password } })
    await regain()
    rememberSession(session)
  }
  return (
    <SignInAgain
      user={session.user}
      name={session.full_name || session.user}
      onSignIn={signIn}
      onSomebodyElse={() => void leaveForSignIn()}
      onLater={signInLater}
    />
  )
}
