package main

import (
	"context"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	gpulease "gpulease.dev/bench/controller-runtime/api/gpulease/v1alpha1"
	kubevirt "gpulease.dev/bench/controller-runtime/api/kubevirt/v1"
)

var finalizers = []string{"gpulease.dev/workload", "gpulease.dev/billing"}

// workloadReconciler takes a Workload from Pending to Running, and destroys it on deletion.
type workloadReconciler struct {
	client.Client
	recorder events.EventRecorder
	placer   *placer
	loadOnce sync.Once
	loadErr  error
}

func (r *workloadReconciler) setup(mgr ctrl.Manager, workers int) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("workload").
		For(&gpulease.Workload{}).
		Owns(&kubevirt.VirtualMachine{}).
		Owns(&corev1.Service{}).
		Owns(&networkingv1.NetworkPolicy{}).
		Watches(&kubevirt.VirtualMachineInstance{}, handler.EnqueueRequestsFromMapFunc(byLabel)).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(r)
}

// byLabel maps a machine to its workload.
func byLabel(_ context.Context, object client.Object) []reconcile.Request {
	name, ok := object.GetLabels()[workloadLabel]
	if !ok {
		return nil
	}
	return []reconcile.Request{{NamespacedName: types.NamespacedName{Namespace: object.GetNamespace(), Name: name}}}
}

func (r *workloadReconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	if err := r.loadPlacer(ctx); err != nil {
		return ctrl.Result{}, err
	}
	workload := &gpulease.Workload{}
	if found, err := r.find(ctx, request.NamespacedName, workload); err != nil || !found {
		if err == nil {
			r.placer.release(request.NamespacedName)
		}
		return ctrl.Result{}, err
	}
	// Objects of the cache are shared.
	workload = workload.DeepCopy()
	if workload.DeletionTimestamp.IsZero() && addFinalizers(workload) {
		return ctrl.Result{}, r.Update(ctx, workload)
	}
	s, err := r.readScope(ctx, workload)
	if err != nil {
		return ctrl.Result{}, err
	}
	if !workload.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, r.destroy(ctx, s)
	}
	for phase, before := workload.Status.Phase, "none"; phase != before; phase = workload.Status.Phase {
		before = phase
		if err := r.step(ctx, s); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// step advances the workload by one phase if possible.
func (r *workloadReconciler) step(ctx context.Context, s *scope) error {
	switch s.workload.Status.Phase {
	case "", "Pending":
		return r.schedule(ctx, s)
	case "Scheduled":
		return r.writeStatus(ctx, s, "Starting", starting)
	case "Starting", "Running":
		return r.run(ctx, s)
	}
	return nil
}

// schedule finds a node and exposes the ports.
func (r *workloadReconciler) schedule(ctx context.Context, s *scope) error {
	if !meta.IsStatusConditionTrue(s.workload.Status.Conditions, "Funded") || s.workload.Spec.PowerState != "Running" {
		return r.writeStatus(ctx, s, "Pending", waitingForOrder)
	}
	if !s.isOnOffer() {
		return r.writeStatus(ctx, s, "Pending", notOnOffer)
	}
	candidates, err := r.candidates(ctx, s)
	if err != nil {
		return err
	}
	node, ok := r.placer.place(s.key, amountsOf(s.workload, s.resources()), candidates)
	if !ok {
		return r.writeStatus(ctx, s, "Pending", noCapacity)
	}
	s.placed = node
	if err := r.expose(ctx, s); err != nil {
		return err
	}
	if err := r.writeStatus(ctx, s, "Scheduled", scheduled); err != nil {
		return err
	}
	s.placed = ""
	_, err = r.find(ctx, types.NamespacedName{Name: node}, &s.computeNode)
	return err
}

// candidates returns the nodes that offer the order, sorted by name.
func (r *workloadReconciler) candidates(ctx context.Context, s *scope) ([]candidate, error) {
	nodes := &gpulease.ComputeNodeList{}
	if err := r.List(ctx, nodes); err != nil {
		return nil, err
	}
	candidates := make([]candidate, 0, len(nodes.Items))
	for index := range nodes.Items {
		if offers(&nodes.Items[index], s) {
			candidates = append(candidates, candidate{nodes.Items[index].Name, capacityOf(&nodes.Items[index])})
		}
	}
	slices.SortFunc(candidates, func(a, b candidate) int {
		if a.name < b.name {
			return -1
		}
		return 1
	})
	return candidates, nil
}

func offers(node *gpulease.ComputeNode, s *scope) bool {
	wanted, offered := s.sku.Spec.GPU, node.Spec.Resources.GPUs
	return node.Spec.Region == s.workload.Spec.Region && node.Spec.State == "Active" &&
		slices.Contains(node.Spec.SKUs, s.sku.Name) &&
		meta.IsStatusConditionTrue(node.Status.Conditions, "Ready") &&
		(wanted == nil || (offered != nil && offered.Model == wanted.Model))
}

func capacityOf(node *gpulease.ComputeNode) amounts {
	resources := node.Spec.Resources
	capacity := amounts{cpu: resources.CPU * 1000, memory: bytes(resources.Memory), storage: bytes(resources.Storage)}
	if resources.GPUs != nil {
		capacity.gpus = resources.GPUs.Count
	}
	return capacity
}

// loadPlacer records the allocations of existing workloads in the placer, once.
func (r *workloadReconciler) loadPlacer(ctx context.Context) error {
	r.loadOnce.Do(func() {
		workloads := &gpulease.WorkloadList{}
		if r.loadErr = r.List(ctx, workloads); r.loadErr != nil {
			return
		}
		for index := range workloads.Items {
			workload := &workloads.Items[index]
			if status := workload.Status; status.Placed != nil && status.Resources != nil {
				held := allocation{status.Placed.Node, amountsOf(workload, status.Resources)}
				r.placer.assume(client.ObjectKeyFromObject(workload), held)
			}
		}
	})
	return r.loadErr
}

func (r *workloadReconciler) expose(ctx context.Context, s *scope) error {
	if s.service == nil {
		if err := r.apply(ctx, service(s)); err != nil {
			return err
		}
		s.service = &corev1.Service{}
		if err := r.Get(ctx, types.NamespacedName{Namespace: s.key.Namespace, Name: s.child}, s.service); err != nil {
			return err
		}
	}
	if s.networkPolicy == nil {
		if err := r.apply(ctx, networkPolicy(s)); err != nil {
			return err
		}
		s.networkPolicy = &networkingv1.NetworkPolicy{}
	}
	return nil
}

// run creates the machine, and reports when it runs.
func (r *workloadReconciler) run(ctx context.Context, s *scope) error {
	if s.machine == nil {
		// The peer may write Secrets but not read them, so it has no cache to wait for.
		if err := r.apply(ctx, secret(s), client.DisableReadYourWritesConsistency); err != nil {
			return err
		}
		if err := r.apply(ctx, virtualMachine(s)); err != nil {
			return err
		}
		s.machine = &kubevirt.VirtualMachine{}
	}
	if err := r.expose(ctx, s); err != nil {
		return err
	}
	if s.instance != nil && s.instance.Status.Phase == "Running" {
		return r.writeStatus(ctx, s, "Running", running)
	}
	return r.writeStatus(ctx, s, s.workload.Status.Phase, starting)
}

// destroy deletes the workload's objects, then removes the finalizer.
func (r *workloadReconciler) destroy(ctx context.Context, s *scope) error {
	if s.workload.Status.Phase != "Destroyed" {
		if err := r.writeStatus(ctx, s, "Destroying", destroying); err != nil {
			return err
		}
		if err := r.deleteChildren(ctx, s); err != nil {
			return err
		}
		if s.machine != nil || s.instance != nil || s.service != nil || s.networkPolicy != nil {
			return nil
		}
		r.placer.release(s.key)
		if err := r.writeStatus(ctx, s, "Destroyed", destroyed); err != nil {
			return err
		}
	}
	original := s.workload.DeepCopy()
	if !controllerutil.RemoveFinalizer(s.workload, finalizers[0]) {
		return nil
	}
	patch := client.MergeFromWithOptions(original, client.MergeFromWithOptimisticLock{})
	return client.IgnoreNotFound(r.Patch(ctx, s.workload, patch))
}

func (r *workloadReconciler) deleteChildren(ctx context.Context, s *scope) error {
	children := []client.Object{}
	if s.machine != nil && s.machine.DeletionTimestamp.IsZero() {
		keys := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: s.workload.Namespace, Name: s.child}}
		err := r.Delete(ctx, keys, client.DisableReadYourWritesConsistency)
		if client.IgnoreNotFound(err) != nil {
			return err
		}
		children = append(children, s.machine)
	}
	if s.service != nil {
		children = append(children, s.service)
	}
	if s.networkPolicy != nil {
		children = append(children, s.networkPolicy)
	}
	for _, child := range children {
		if err := r.Delete(ctx, child); client.IgnoreNotFound(err) != nil {
			return err
		}
	}
	return nil
}

func (r *workloadReconciler) apply(
	ctx context.Context, configuration runtime.ApplyConfiguration, options ...client.ApplyOption,
) error {
	return r.Apply(ctx, configuration, append(options, fieldOwner, client.ForceOwnership)...)
}

func addFinalizers(workload *gpulease.Workload) bool {
	changed := false
	for _, finalizer := range finalizers {
		changed = controllerutil.AddFinalizer(workload, finalizer) || changed
	}
	return changed
}
