-- Lists of workloads look for orders whose Workload the portal may not have seen yet: the newest of the active ones.
CREATE INDEX workload_order_active ON workload_order (accepted_at) WHERE state = 'ACTIVE';
