/** Problems of a new password and its repetition: English source texts (reference: screens, Sign-in screens). */
export interface PasswordProblems {
  password?: string
  confirmation?: string
}

/** Checks a new password before it is sent; the server checks further rules. */
export function checkPasswords(password: string, confirmation: string): PasswordProblems {
  if (password === '') return { password: 'Password is required.' }
  if (confirmation === '') return { confirmation: 'Confirm password is required.' }
  return password === confirmation ? {} : { confirmation: 'Passwords do not match.' }
}
