import { type LoaderFunctionArgs, redirect } from 'react-router'
import { shell } from '../shell.ts'
import { appState, isSignedIn } from './app-state.ts'
import { boot } from './boot.ts'
import { rememberPath } from './return-path.ts'

const publicPaths = new Set(['/login', '/forgot-password', '/validate-password'])

/**
 * Runs on every navigation: initialises the app once, then decides whether the visitor may go there (reference:
 * screens, Boot and guard).
 */
export async function guard({ request }: LoaderFunctionArgs): Promise<Response | null> {
  await boot()
  const { pathname, search, searchParams } = new URL(request.url)
  // Normalised as in the router, which ignores case.
  const path = pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
  if (appState().status !== 'ready') return null

  if (path === '/validate-password') {
    // If the sign-out fails, this browser forgets the session all the same: the mail's key needs none, and a new
    // password ends them all.
    if (isSignedIn(appState())) {
      const { forgetSession, signOut } = await import('./sign-out.ts')
      await signOut().catch(forgetSession)
    }
    return searchParams.get('key') ? null : redirect('/login')
  }
  if (publicPaths.has(path)) return path === '/login' && isSignedIn(appState()) ? redirect('/') : null
  if (!isSignedIn(appState())) {
    // The request lacks the hash, which the window has while this page loads.
    if (path !== '/') rememberPath(pathname + search + location.hash)
    return redirect('/login')
  }
  return path === '/' ? redirect(shell().home) : null
}
