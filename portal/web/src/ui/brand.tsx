/** The product's logo and name in the theme's colours; only the logo on phones. */
export function Brand() {
  return (
    <span className="gpulease-brand">
      <svg aria-hidden width="32" height="32" viewBox="0 0 32 32">
        <g fill="none" stroke="var(--pf-t--global--icon--color--brand--default)" strokeWidth="2.5">
          <path d="M8 8h16v16H8zM13 13h6v6h-6z" />
          <path d="M13 3v5M19 3v5M13 24v5M19 24v5M3 13h5M3 19h5M24 13h5M24 19h5" />
        </g>
      </svg>
      <span className="gpulease-brand__name">GPULease</span>
    </span>
  );
}
