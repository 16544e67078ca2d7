import type { SessionInfo } from '@tavla/contract'
import type { Api } from '../api.ts'

/** Answer of a sign-in; `message` is `Logged In` on success. */
export interface LoginAnswer {
  message: string
  user: string
  full_name: string
  lang: 'en' | 'he'
  home_page: string
}

/** The connected account, and the app that it belongs to. */
export interface OauthAnswer {
  message: string
  app_id: string
  user: string
  account_email: string
}

/** Sign-in calls (reference: sign-in, Signing in). The staff app signs in with `email`, the console with `user`. */
export const authCalls = (api: Api) => ({
  validate: () => api.get<SessionInfo>('/api/auth/validate'),
  login: (credentials: ({ email: string } | { user: string }) & { password: string }) =>
    api.post<LoginAnswer>('/api/auth/login', credentials),
  loginWithToken: (token: string) => api.post<LoginAnswer>('/api/auth/login_with_token', { token }),
  logout: () => api.get<{ message: string }>('/api/auth/logout'),
  resetPassword: (email: string) => api.post<{ message: string }>('/api/auth/reset_password', { email }),
  /** Proven by the key of a mail, or by the old password of the signed-in user. */
  setPassword: (password: string, proof: { key: string } | { old_password: string }) =>
    api.post<{ message: string; user: string }>('/api/auth/set_password', { password, ...proof }),
  /**
   * Completes a provider's sign-in with the parameters that it sent, which may hold an `error` instead of a `code`
   * (reference: http-api, Connected apps).
   */
  oauth: (params: Partial<Record<'code' | 'state' | 'error', string>> & { app_id: string }) =>
    api.get<OauthAnswer>('/api/auth/oauth', params),
})
