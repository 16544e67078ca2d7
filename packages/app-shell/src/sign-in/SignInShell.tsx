import { Outlet } from 'react-router'
import { Mark } from '../root/Mark.tsx'
import { productName } from '../root/product.ts'
import './sign-in.css'

/** Around the sign-in screens (spec 2.1): the product's name and one card. */
export function SignInShell() {
  return (
    <main className="sign-in">
      <div className="sign-in-brand">
        <Mark />
        <span>{productName}</span>
      </div>
      <div className="sign-in-card">
        <Outlet />
      </div>
    </main>
  )
}
