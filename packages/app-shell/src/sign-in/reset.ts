/** The screens of a forgotten password, in one piece. */
export { ForgotPassword } from './ForgotPassword.tsx'
export { NewPassword } from './NewPassword.tsx'
