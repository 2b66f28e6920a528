-- The cluster that the orders' Workloads live in, by the uid of its namespace kube-system. A worker that finds another
-- one leaves orders alone.
CREATE TABLE cluster_identity (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  uid      text NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
