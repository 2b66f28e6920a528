package main

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gpulease "gpulease.dev/bench/controller-runtime/api/gpulease/v1alpha1"
)

const fieldOwner = client.FieldOwner("gpulease-operator")

// cause states why a workload is in its phase.
type cause struct {
	reason, message string
}

var (
	waitingForOrder = cause{"WaitingForOrder", "Waiting for the order to be confirmed."}
	noCapacity      = cause{"NoCapacity", "No node has enough free capacity now."}
	notOnOffer      = cause{"NotOnOffer", "What was ordered is not on offer at the moment."}
	scheduled       = cause{"Scheduled", "A node was found; the machine is about to start."}
	starting        = cause{"Starting", "The machine is starting."}
	running         = cause{"Running", "The machine is running."}
	provisioned     = cause{"Provisioned", "The disk and everything else the machine needs exist."}
	reachable       = cause{"Reachable", "The machine can be reached at its address."}
	guestNotReady   = cause{"GuestNotReady", "The machine runs but does not answer by SSH: its system is still starting, or its SSH service is off."}
	destroying      = cause{"DestroyRequested", "The machine is being destroyed."}
	destroyed       = cause{"Destroyed", "The machine and its disk are gone."}
)

// writeStatus writes the operator's part of the status if it changed, and stores the response in the scope.
func (r *workloadReconciler) writeStatus(ctx context.Context, s *scope, phase string, why cause) error {
	before := s.workload.Status.Phase
	wanted := s.status(phase, why)
	if equality.Semantic.DeepEqual(ownPart(s.workload.Status), wanted) {
		return nil
	}
	configuration := gpulease.WorkloadStatusApply(s.workload, &wanted)
	if err := r.Status().Apply(ctx, configuration, fieldOwner, client.ForceOwnership); err != nil {
		return err
	}
	s.workload.ResourceVersion = *configuration.ResourceVersion
	s.workload.Status = *configuration.Status
	if before != phase && phase != "Pending" {
		r.recorder.Eventf(s.workload, nil, corev1.EventTypeNormal, why.reason, "Became"+phase, "%s", why.message)
	}
	return nil
}

// ownPart returns the status without billing's part.
func ownPart(status gpulease.WorkloadStatus) gpulease.WorkloadStatus {
	own := status
	own.Conditions = nil
	for _, condition := range status.Conditions {
		if condition.Type != "Funded" {
			own.Conditions = append(own.Conditions, condition)
		}
	}
	return own
}

// status returns the desired status.
func (s *scope) status(phase string, why cause) gpulease.WorkloadStatus {
	present := ownPart(s.workload.Status)
	status := gpulease.WorkloadStatus{
		Phase: phase, Reason: why.reason, Message: why.message,
		ObservedGeneration: s.workload.Generation,
		UpdatedAt:          present.UpdatedAt,
		Placed:             present.Placed,
		Resources:          present.Resources,
		SSHUser:            s.image.Spec.DefaultUser,
		Runs:               s.runs(),
		Conditions:         s.conditions(present.Conditions, phase, why),
	}
	if s.placed != "" {
		status.Placed = &gpulease.Placed{Node: s.placed, At: now()}
	}
	if status.Resources == nil && s.sku.Name != "" {
		status.Resources = s.resources()
	}
	if present.UpdatedAt == nil || present.ObservedGeneration != s.workload.Generation {
		moment := now()
		status.UpdatedAt = &moment
	}
	if status.Placed != nil {
		status.VirtualMachine = s.child
	}
	if len(status.Runs) > 0 {
		status.StartedAt = &status.Runs[len(status.Runs)-1].StartedAt
	}
	s.reach(&status)
	return status
}

// reach sets the addresses and ports of the workload.
func (s *scope) reach(status *gpulease.WorkloadStatus) {
	if s.service == nil {
		return
	}
	if addresses := s.region.Spec.Exposure.Addresses; len(addresses) > 0 {
		status.Address = addresses[0]
	}
	for _, port := range s.service.Spec.Ports {
		outside := port.Port
		if s.service.Spec.Type == corev1.ServiceTypeNodePort {
			outside = port.NodePort
		}
		if port.Name == sshPortName {
			status.SSHPort = outside
			continue
		}
		status.Endpoints = append(status.Endpoints, gpulease.Endpoint{
			Protocol: string(port.Protocol), Address: status.Address, Port: outside, TargetPort: port.TargetPort.IntVal,
		})
	}
}

// runs returns the runs, with a new one if the machine has started to run.
func (s *scope) runs() []gpulease.Run {
	runs := s.workload.Status.Runs
	if s.instance == nil {
		return runs
	}
	for _, run := range runs {
		if run.ID == string(s.instance.UID) {
			return runs
		}
	}
	for _, transition := range s.instance.Status.PhaseTransitionTimestamps {
		if transition.Phase == "Running" {
			run := gpulease.Run{ID: string(s.instance.UID), StartedAt: transition.PhaseTransitionTimestamp}
			return append(runs[:len(runs):len(runs)], run)
		}
	}
	return runs
}

func (s *scope) conditions(present []metav1.Condition, phase string, why cause) []metav1.Condition {
	conditions := append([]metav1.Condition{}, present...)
	set := func(kind string, isTrue bool, yes cause) {
		status, told := metav1.ConditionFalse, why
		if isTrue {
			status, told = metav1.ConditionTrue, yes
		}
		meta.SetStatusCondition(&conditions, metav1.Condition{
			Type: kind, Status: status, Reason: told.reason, Message: told.message,
			ObservedGeneration: s.workload.Generation,
		})
	}
	isRunning := phase == "Running"
	isReady := isRunning && s.instanceIsReady()
	set("Scheduled", s.placed != "" || s.workload.Status.Placed != nil, scheduled)
	set("Provisioned", isRunning, provisioned)
	set("Running", isRunning, running)
	if isRunning && !isReady {
		why = guestNotReady
	}
	set("Reachable", isReady, reachable)
	set("Ready", isReady, running)
	return conditions
}

func (s *scope) instanceIsReady() bool {
	return s.instance != nil && meta.IsStatusConditionTrue(s.instance.Status.Conditions, "Ready")
}

// now returns the current time with the API server's precision.
func now() metav1.Time {
	return metav1.Time{Time: time.Now().Truncate(time.Second)}
}
