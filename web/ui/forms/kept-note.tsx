/** Note in a form that begins with a restored draft, after a reload, a lost connection or a login. */
export function KeptNote() {
  return (
    <p className="help wide" role="status">
      What you typed is kept. It is not sent yet.
    </p>
  )
}
