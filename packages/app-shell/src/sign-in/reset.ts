/** The screens of a forgotten password, in one chunk. */
export { ForgotPassword } from './ForgotPassword.tsx'
export { NewPassword } from './NewPassword.tsx'
