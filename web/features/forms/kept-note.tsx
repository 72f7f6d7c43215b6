/** Said in a form that begins with what was typed before: a reload, a lost connection or a login came between. */
export function KeptNote() {
  return (
    <p className="help w" role="status">
      What you typed is kept. It is not sent yet.
    </p>
  )
}
