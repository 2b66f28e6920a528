export const workloadPath = (user: string, name: string): string =>
  `/admin/workloads/${encodeURIComponent(user)}/${encodeURIComponent(name)}`;
