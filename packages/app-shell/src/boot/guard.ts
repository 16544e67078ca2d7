import { type LoaderFunctionArgs, redirect } from 'react-router'
import { shell } from '../shell.ts'
import { appState, isSignedIn } from './app-state.ts'
import { boot } from './boot.ts'
import { rememberPath } from './return-path.ts'
import { forgetSession, signOut } from './sign-out.ts'

const publicPaths = new Set(['/login', '/forgot-password', '/validate-password'])

/**
 * Runs on every navigation: initialises the app once, then decides who may go where
 * (reference: screens, Boot and guard).
 */
export async function guard({ request }: LoaderFunctionArgs): Promise<Response | null> {
  await boot()
  const { pathname, search, searchParams } = new URL(request.url)
  // As the router reads it, for whom capitals make no difference.
  const path = pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
  if (appState().status === 'failed') return null

  if (path === '/validate-password') {
    // Whoever is away can't hear it; the mail's key needs no session, and a new password ends them all.
    if (isSignedIn(appState())) await signOut().catch(forgetSession)
    return searchParams.get('key') ? null : redirect('/login')
  }
  if (publicPaths.has(path)) return path === '/login' && isSignedIn(appState()) ? redirect('/') : null
  if (!isSignedIn(appState())) {
    if (path !== '/') rememberPath(pathname + search)
    return redirect('/login')
  }
  return path === '/' ? redirect(shell().home) : null
}
